import { databaseContract } from '../contracts/database-contract.ts';
import { openTestDatabase } from '../setup/open-test-database.ts';

databaseContract('PostgreSQL', () => openTestDatabase('postgres'));
