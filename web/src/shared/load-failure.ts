/** The messages of browsers and of the bundler for a file of the app that did not load. */
export const LOAD_FAILURE = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;
