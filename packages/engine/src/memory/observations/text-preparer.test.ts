import { textPreparerContract } from '../../../test/contracts/text-preparer-contract.ts';
import { createInProcessPreparer } from './text-preparer.ts';

textPreparerContract('in process', () => createInProcessPreparer());
