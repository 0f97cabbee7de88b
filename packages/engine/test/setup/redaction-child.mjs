// A process of its own, in which nothing has loaded code before: node redaction-child.mjs <text>
// Writes the text to a memory in every way that redacts, and prints the addresses of all code that the main thread has loaded, as JSON.
import { Session } from 'node:inspector';
import { createMemory } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';

const [, , text] = process.argv;

function scriptsOfThisThread() {
  const session = new Session();
  const scripts = [];
  session.connect();
  session.on('Debugger.scriptParsed', ({ params }) => scripts.push(params.url));
  session.post('Debugger.enable');
  session.disconnect();
  return scripts;
}

const memory = await createMemory({ database: await openPglite() });
const org = memory.org('acme');
await org.sessions.create({ id: 's', workItem: { title: text } });
const { id } = await org.observations.remember({ content: text });
await org.observations.importRows([{ content: `${text}, imported` }]);
await org.observations.supersede(id, `${text}, newer`);
await org.activities.append('s', [{ type: 'thought', body: { text } }]);
process.stdout.write(`${JSON.stringify(scriptsOfThisThread())}\n`);
await memory.close();
