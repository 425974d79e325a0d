/** The version of this Haft; a test holds it equal to package.json. */
export const VERSION = '0.1.0';
