// Injected into every file: calls to h with trailing children compress better than jsx() with a props object.
export { Fragment, h } from 'preact';
