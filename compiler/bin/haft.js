#!/usr/bin/env node
import { main } from '../dist/command-line/main.js';

process.exitCode = await main(process.argv.slice(2));
