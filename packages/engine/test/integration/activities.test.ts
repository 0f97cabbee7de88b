import { activitiesContract } from '../contracts/activities-contract.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

describeOnEachDatabase('activities', activitiesContract);
