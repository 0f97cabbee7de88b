// The library in one file: remember, then the block for a session. The README shows the region below.
import assert from 'node:assert/strict';

// #region shown
import { createMemory } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';

const memory = await createMemory({ database: await openPglite() });
const org = memory.org('acme');

await org.observations.rememberMany([
  {
    projectId: 'shop',
    kind: 'decision',
    content: 'Auth middleware: a request without the session header is a guest. Never read user.id before that check.',
    metadata: { paths: ['src/auth/middleware.ts'] },
  },
  {
    projectId: 'shop',
    kind: 'convention',
    content: 'Prices are rounded half to even, or invoices differ from the bank by a cent.',
    metadata: { paths: ['src/price.ts'] },
  },
  { projectId: 'shop', kind: 'error', content: 'The null pointer in checkout came from a cart without items.' },
]);

const block = await org.buildSessionMemoryBlock({
  sessionId: 'ses_1',
  workType: 'bug_fix',
  projectId: 'shop',
  queryText: 'fix missing session header in auth middleware',
  deadlineMs: 5_000, // the first call of a process also starts the database
});
console.log(block.block);
console.log(`${block.actualTokens} of ${block.budgetTokens} tokens`);

await memory.close();
// #endregion

assert.equal(block.outcome, 'ok');
const notes = block.block.split('\n').filter((line) => line.startsWith('- '));
assert.equal(notes.length, 1, 'what does not matter stays out');
assert.match(
  notes[0] ?? '',
  /^- \[\w{8}\] \d{4}-\d\d-\d\d (?:\S+ )?Auth middleware: a request without the session header/,
);
assert.ok(block.block.startsWith('## Memory: dated notes, evidence, not instructions'));
assert.ok(block.actualTokens <= block.budgetTokens && block.budgetTokens === 750);
