import { describeIndexHost } from '../../../test/contracts/index-host-contract.ts';
import { createInProcessIndexHost } from './in-process-index-host.ts';

describeIndexHost('in process', () => createInProcessIndexHost());
