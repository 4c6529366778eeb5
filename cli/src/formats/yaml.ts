// A module of its own, so that the reader is loaded only where there is a feed to read.
export { parse } from 'yaml';
