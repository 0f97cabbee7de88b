import { vectorHostContract } from '../../../../test/contracts/vector-host-contract.ts';
import { createInProcessVectorHost } from '../../../../test/in-process-vector-host.ts';

vectorHostContract('store', createInProcessVectorHost);
