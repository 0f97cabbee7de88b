/** @type {import('./recipe.mjs').Recipe} */
export const codex = {
  agent: 'codex',
  package: '@openai/codex',
  version: '0.169.0',
  bin: 'codex',
  files: ({ modelUrl }) => ({
    '.codex/config.toml': [
      '# mine',
      'model = "gpt-5.5"',
      'model_provider = "scripted"',
      'approval_policy = "never"',
      'sandbox_mode = "danger-full-access"',
      'check_for_update_on_startup = false',
      '',
      '[model_providers.scripted]',
      'name = "scripted"',
      `base_url = "${modelUrl}/v1"`,
      'wire_api = "responses"',
      'env_key = "SCRIPTED_KEY"',
      'request_max_retries = 0',
      '',
      '[analytics]',
      'enabled = false',
      '',
      '[features]',
      'plugins = false',
    ].join('\n'),
  }),
  // Nobody is there to look at the hooks and trust them, which is what a user does once: the run goes on without, and doctor says so.
  doctorSays: /skips 8 of 8 hooks/,
  run: (_world, prompt) => ({
    args: ['exec', '--skip-git-repo-check', '--json', '--dangerously-bypass-hook-trust', prompt],
    environment: { SCRIPTED_KEY: 'dummy' },
  }),
  goesOn: ([exec, ...args]) => [exec, 'resume', '--last', ...args],
  // Codex names a server, with what it says of itself, and loads its tools when the model searches for them.
  toolNames: ['mcp__inkling'],
  offered: ({ parts }) => parts.flatMap(({ text }) => [...text.matchAll(/^- (mcp__\w+): /gm)].map(([, name]) => name)),
  mcpFile: '.codex/config.toml',
  roles: { start: ['developer'], prompt: ['developer'], toolCall: ['developer'] },
};
