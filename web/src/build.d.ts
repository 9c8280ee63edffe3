interface ImportMetaEnv {
  /** What this build is, from package.json. */
  readonly APP_VERSION: string;
  /** What this build was made of, or 'unknown' outside a repository. */
  readonly APP_COMMIT: string;
}
