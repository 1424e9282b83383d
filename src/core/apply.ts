// Calls a function that the tracker has wrapped.

/**
 * `Reflect.apply`, read when this file is loaded: where a page hides its globals later, as
 * LavaMoat's `scuttleGlobalThis` does, what is wrapped must work on.
 */
export const { apply } = Reflect;
