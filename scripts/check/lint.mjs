import { runAside, tool } from '../lib/run.mjs';

/** oxlint with the rules that need types. A disable comment is refused by the hygiene gate, an unused one here too. */
export async function lint() {
  const args = ['--type-aware', '--deny-warnings', '--report-unused-disable-directives', '.'];
  const { status, stdout, stderr } = await runAside(tool('oxlint'), args);
  const [, files, rules] = /on (\d+) files with (\d+) rules/.exec(stdout) ?? [];
  const problems = status === 0 ? [] : [`${stdout}${stderr}`.trim()];
  return { saw: Number(files ?? 0), unit: 'files', problems, note: `${rules ?? 0} rules` };
}
