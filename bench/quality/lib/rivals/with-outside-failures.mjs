/**
 * Runs `work`, and rejects as well with what fails meanwhile outside every call of it: a rival whose own process cannot be written to would
 * otherwise end the run and take the other rows with it. Packages of rivals bring listeners that throw such errors again; they wait until then.
 */
export async function withOutsideFailures(work) {
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  let fail;
  const failed = new Promise((_, reject) => {
    fail = reject;
  });
  process.on('uncaughtException', fail);
  try {
    return await Promise.race([work(), failed]);
  } finally {
    process.off('uncaughtException', fail);
    for (const listener of others) process.on('uncaughtException', listener);
  }
}
