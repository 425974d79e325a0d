#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { main } from '../dist/command-line/main.js';

// Rules have large patterns. V8 first prepares a pattern for its interpreter, which takes it many times as long as machine code.
setFlagsFromString('--no-regexp-tier-up');
process.exitCode = await main(process.argv.slice(2));
