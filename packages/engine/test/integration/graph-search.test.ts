import { graphSearchContract } from '../contracts/graph-search-contract.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

describeOnEachDatabase('graph search', graphSearchContract);
