import { observationsContract } from '../contracts/observations-contract.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

describeOnEachDatabase('observations', observationsContract);
