/** The colors of the page, for light and dark; the contrast of every text is at least 4.5 to 1. */

const LIGHT = `--page: #fbfbf9; --raised: #ffffff; --sunk: #f3f3ef; --ink: #1d1d1b; --soft: #5f5f58; --line: #dcdcd4; --link: #1b4f9c; --focus: #2f6fd0;
  --stop: #a3231b; --stop-ground: #fdf0ee; --look: #7d4f00; --look-ground: #fdf5e3; --go: #1c6438; --go-ground: #edf7f0;
  --open: #5b3a9b; --open-ground: #f4effc; --del: #8f1d16; --del-ground: #fde4e1; --ins: #14552e; --ins-ground: #d9f2e1;`;

const DARK = `--page: #161614; --raised: #1f1f1c; --sunk: #272724; --ink: #ecece6; --soft: #a9a9a0; --line: #3a3a35; --link: #8db8f5; --focus: #7fb0ff;
  --stop: #ff9c92; --stop-ground: #3a1d1a; --look: #f0bf62; --look-ground: #352a14; --go: #84d6a1; --go-ground: #17301f;
  --open: #c5aaf5; --open-ground: #2b2140; --del: #ffb1a8; --del-ground: #48211d; --ins: #9fe3b6; --ins-ground: #1a3d27;`;

export const COLORS = `
:root { color-scheme: light dark; ${LIGHT} }
@media (prefers-color-scheme: dark) { :root { ${DARK} } }
@media print { :root { color-scheme: light; ${LIGHT} } }
`;
