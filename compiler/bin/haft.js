#!/usr/bin/env node
import { main } from './load.js';

process.exitCode = await main(process.argv.slice(2));
