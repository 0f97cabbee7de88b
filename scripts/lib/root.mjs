import { fileURLToPath } from 'node:url';

/** The workspace's root directory, without a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
