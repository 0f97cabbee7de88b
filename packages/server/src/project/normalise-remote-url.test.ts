import { expect, test } from 'vitest';
import { normaliseRemoteUrl } from './normalise-remote-url.ts';

test.each([
  'git@github.com:Owner/Repo.git',
  'https://github.com/owner/repo',
  'https://user:secret@github.com/owner/repo.git',
  'https://github.com/owner/repo.git/',
  'ssh://git@github.com:22/owner/repo.git',
  'ssh://git@github.com/owner/repo',
  'git+ssh://git@github.com/owner/repo.git',
  'git://github.com/owner/repo.git',
  'HTTPS://GitHub.com//owner/repo',
  ' git@github.com:/owner/repo \n',
])('%s is github.com/owner/repo', (remote) => expect(normaliseRemoteUrl(remote)).toBe('github.com/owner/repo'));

test.each([
  ['https://git.example.com:8443/Team/Sub/App.git', 'git.example.com:8443/Team/Sub/App'],
  ['ssh://git@git.example.com:2222/Team/App.git', 'git.example.com/Team/App'],
  ['git@git.example.com:~me/app', 'git.example.com/~me/app'],
])('%s is %s', (remote, expected) => expect(normaliseRemoteUrl(remote)).toBe(expected));

test.each([
  '/srv/git/app.git',
  './app',
  '../app',
  'file:///srv/app.git',
  'C:\\git\\app',
  'C:/git/app',
  '',
  'https://',
  'https://github.com/',
  'nonsense',
])('%j names no host', (remote) => expect(normaliseRemoteUrl(remote)).toBeNull());
