// A module of its own, so that the reader is loaded only where there is an appcast to read.
export { SaxesParser } from 'saxes';
