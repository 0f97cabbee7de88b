// The process of `idle-process.mjs`.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
process.on('message', (told) => {
  if (told === 'begin') {
    delay.reset();
    delay.enable();
  } else {
    delay.disable();
    process.send(delay.max / 1e6);
  }
});
