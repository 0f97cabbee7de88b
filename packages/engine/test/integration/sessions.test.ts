import { sessionsContract } from '../contracts/sessions-contract.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

describeOnEachDatabase('sessions', sessionsContract);
