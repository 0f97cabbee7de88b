#!/usr/bin/env node
// Stands here before any build, so that npm links the command in a fresh clone too.
import '../dist/cli/main.js';
