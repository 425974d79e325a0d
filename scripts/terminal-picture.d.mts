export const TARGET: string;

/** The picture of the README as SVG, from commands that it runs. */
export function terminalPicture(): string;
