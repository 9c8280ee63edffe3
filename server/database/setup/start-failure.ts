// Prevents the start. The message is one line with the problem and the remedy.
export class StartFailure extends Error {}
