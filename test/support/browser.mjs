#!/usr/bin/env node
// A browser in which the user is logged in already: it opens an address, and follows where that leads.
await fetch(process.argv.at(-1)).catch(() => {});
