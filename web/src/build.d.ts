interface ImportMetaEnv {
  /** The version in package.json. */
  readonly APP_VERSION: string;
  /** The commit, or 'unknown' outside a repository. */
  readonly APP_COMMIT: string;
}
