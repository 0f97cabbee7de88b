// A thread that runs the program it is told to, and then another one: see keep-threads.mjs.
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

const own = threads.parentPort;
let lives = 0;

own.on('message', ({ program, data, port }) => {
  Object.assign(threads, { parentPort: port, workerData: data });
  syncBuiltinESMExports();
  // Under another name the program begins anew; what it imports is there.
  void import(`${program}?${(lives += 1)}`);
});
