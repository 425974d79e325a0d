/** A module that prints while it is loaded, as careless packages do. */
console.log('noise while loading');

export const loaded = true;
