// In charge of what keeps the server from starting: a failure whose message is the one line that says what is wrong and what to do.
export class StartFailure extends Error {}
