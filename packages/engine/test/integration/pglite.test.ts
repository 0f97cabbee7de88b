import { openPglite } from '@inkling/engine/pglite';
import { databaseContract } from '../contracts/database-contract.ts';

databaseContract('PGlite in memory', () => openPglite());
