// Two organisations on one database. Neither can reach the other's observations, not even by id.
import assert from 'node:assert/strict';
import { createMemory } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';

const memory = await createMemory({ database: await openPglite() });
const [acme, globex] = [memory.org('acme'), memory.org('globex')];
// The default deadline is 1 second. The first call of a process also starts the database, so it gets more here.
const question = { projectId: 'shop', queryText: 'which port does the payment service listen on', deadlineMs: 30_000 };

const secret = await acme.observations.remember({
  projectId: 'shop',
  content: 'The payment service listens on port 8443.',
});
await globex.observations.remember({ projectId: 'shop', content: 'The payment service listens on port 9000.' });

const seenByAcme = await acme.recall(question);
const seenByGlobex = await globex.recall(question);
assert.deepEqual(
  seenByAcme.rows.map(({ observation }) => observation.content),
  ['The payment service listens on port 8443.'],
);
assert.deepEqual(
  seenByGlobex.rows.map(({ observation }) => observation.content),
  ['The payment service listens on port 9000.'],
);

assert.equal(await globex.observations.get(secret.id), null, 'an id of another organisation names nothing');
assert.deepEqual(await globex.observations.forget({ id: secret.id }), { forgotten: 0 });
assert.equal(await acme.observations.count({ projectId: 'shop' }), 1);

// Forgetting everything of one organisation leaves the other alone.
await globex.observations.forget({ all: true });
assert.equal(await globex.observations.count({ projectId: 'shop' }), 0);
assert.equal(await acme.observations.count({ projectId: 'shop' }), 1);

await memory.close();
