// @ts-check
/** All that shows answers, in one piece: a question can be written before it is there. */

export { earlierList } from "./earlier.js";
export { comingView, headOfEntry, replyView } from "./reply.js";
export { share } from "./share.js";
