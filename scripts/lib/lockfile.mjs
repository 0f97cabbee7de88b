const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x'];

/**
 * Entries that a lockfile lacks: the packages for other platforms that a registry mirror did not carry when it was written.
 * npm then writes a lockfile that `npm ci` itself refuses, on every machine. Name and version are all that it needs.
 */
export function missingLockEntries(lockfile) {
  return Object.entries(lockfile.packages).flatMap(([path, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(
        ([name]) =>
          !(`${path}/node_modules/${name}` in lockfile.packages) && !(`node_modules/${name}` in lockfile.packages),
      )
      .map(([name, version]) => [`node_modules/${name}`, platformEntry(name, version, parent)]),
  );
}

function platformEntry(name, version, parent) {
  const cpu = PROCESSORS.find((one) => name.includes(one)) ?? (name.includes('-arm') ? 'arm' : undefined);
  const os = SYSTEMS.find((one) => name.includes(one));
  const libc = name.includes('musl') ? 'musl' : os === 'linux' && name.includes('gnu') ? 'glibc' : undefined;
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(parent.dev && { dev: true }),
    ...(libc && { libc: [libc] }),
    ...(parent.license && { license: parent.license }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

/** The lockfile with those entries, in npm's order. */
export function completedLockfile(lockfile) {
  const entries = [...Object.entries(lockfile.packages), ...missingLockEntries(lockfile)];
  const packages = Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en')));
  return { ...lockfile, packages };
}
