import { graphStoreContract } from '../contracts/graph-store-contract.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

describeOnEachDatabase('graph store', graphStoreContract);
