/**
 * Encoded size of a notice that stands in the place of a picture, or of a string in arguments: of one in a list, and
 * not of a whole result. Strings that are shorter are not worth one.
 */
export const maxStandInBytes = 1_024;
