export declare const BUNDLED_LIBRARIES: readonly string[];
