// What the machine does to a process that does nothing: the longest stall that it is told of while another works beside it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts the process. It ends with this one, and does not keep it alive. */
export function startIdleProcess() {
  const child = fork(fileURLToPath(new URL('./idle-process-main.mjs', import.meta.url)));
  child.unref();
  child.channel.unref();
  return {
    /** The longest stall from now on is asked for. */
    begin: () => child.send('begin'),
    /** Milliseconds since `begin`. */
    async end() {
      child.channel.ref();
      child.send('end');
      const [longest] = await once(child, 'message');
      child.channel.unref();
      return longest;
    },
  };
}
