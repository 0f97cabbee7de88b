import { databaseContract } from '../contracts/database-contract.ts';
import { openTestPostgres } from '../setup/open-test-database.ts';

databaseContract('PostgreSQL', openTestPostgres);
