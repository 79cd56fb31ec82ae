/** Why a file or an archive cannot be imported, for people; it begins with the name of the file, if it is about one. */
export class FileProblem extends Error {}
