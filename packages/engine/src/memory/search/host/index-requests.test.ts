import { describeIndexHost } from '../../../../test/contracts/index-host-contract.ts';
import { createInProcessIndexHost } from './index-requests.ts';

describeIndexHost('in process', () => createInProcessIndexHost());
