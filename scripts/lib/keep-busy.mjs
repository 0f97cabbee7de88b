import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Ends with whoever started it, and after half an hour. */
const COMPUTE =
  'for (const [parent, end] = [process.ppid, Date.now() + 1_800_000]; process.ppid === parent && Date.now() < end; );';

/** Starts programs that do nothing but compute, so that what runs beside them finds a busy machine. What is returned ends them. */
export function keepBusy(count) {
  const programs = Array.from({ length: count }, () => spawn(process.execPath, ['-e', COMPUTE], { stdio: 'ignore' }));
  return async () => {
    for (const program of programs) {
      if (program.exitCode !== null || program.signalCode !== null) continue;
      program.kill('SIGKILL');
      await once(program, 'exit');
    }
  };
}
