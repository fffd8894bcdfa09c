//! What the system must bring: which package has it where, and how it is seen.

/// One thing the system must bring, by the name of each packager and by how it is seen.
#[derive(Debug)]
pub struct SystemPackage {
    pub apt: &'static str,
    pub dnf: &'static str,
    pub pacman: &'static str,
    pub seen_by: Probe,
    pub since: Since,
}

#[derive(Debug)]
pub enum Probe {
    Library(&'static str),
    /// A shared library by the name that programs ask for. Its package is called differently from one
    /// release of Debian to the next.
    Shared(&'static str),
    Folder(&'static str),
    Header(&'static str),
    Program(&'static str),
    /// Also where it came by another way than a package.
    Pip,
    /// Nothing to look for that has the same name everywhere.
    Unseen,
}

/// The least need that asks for a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    Build,
    VirtualScreen,
    Test,
    Thorough,
    /// None: a command asks for it by itself.
    Asked,
}

const fn package(
    since: Since,
    apt: &'static str,
    dnf: &'static str,
    pacman: &'static str,
    seen_by: Probe,
) -> SystemPackage {
    SystemPackage {
        apt,
        dnf,
        pacman,
        seen_by,
        since,
    }
}

use Probe::{Folder, Header, Library, Pip, Program as Tool, Shared, Unseen};
use Since::{Asked, Build, Test, Thorough, VirtualScreen};

/// Reads the packages that `bundle` makes.
pub static RPM: SystemPackage = package(Asked, "rpm", "rpm", "rpm-tools", Tool("rpm"));
/// Makes the bare Debian that one is tried in.
pub static DEBOOTSTRAP: SystemPackage = package(
    Asked,
    "debootstrap",
    "debootstrap",
    "debootstrap",
    Tool("debootstrap"),
);

/// Links programs for Windows.
pub static MINGW: SystemPackage = package(
    Asked,
    "gcc-mingw-w64-x86-64-posix",
    "mingw64-gcc",
    "mingw-w64-gcc",
    Tool("x86_64-w64-mingw32-gcc"),
);
/// Runs them.
pub static WINE: SystemPackage = package(Asked, "wine", "wine", "wine", Tool("wine"));

pub static PACKAGES: &[SystemPackage] = &[
    package(
        Build,
        "libwebkit2gtk-4.1-dev",
        "webkit2gtk4.1-devel",
        "webkit2gtk-4.1",
        Library("webkit2gtk-4.1"),
    ),
    package(
        Build,
        "libxdo-dev",
        "libxdo-devel",
        "xdotool",
        Header("xdo.h"),
    ),
    package(
        Build,
        "libssl-dev",
        "openssl-devel",
        "openssl",
        Library("openssl"),
    ),
    package(
        Build,
        "libayatana-appindicator3-dev",
        "libayatana-appindicator-gtk3-devel",
        "libayatana-appindicator",
        Library("ayatana-appindicator3-0.1"),
    ),
    package(
        Build,
        "librsvg2-dev",
        "librsvg2-devel",
        "librsvg",
        Library("librsvg-2.0"),
    ),
    package(Build, "build-essential", "gcc", "base-devel", Tool("cc")),
    package(
        Build,
        "pkg-config",
        "pkgconf-pkg-config",
        "pkgconf",
        Tool("pkg-config"),
    ),
    package(Build, "file", "file", "file", Tool("file")),
    package(Build, "python3-pip", "python3-pip", "python-pip", Pip),
    // What PostgreSQL looks for when it starts; `libssl-dev` has brought libssl and libcrypto.
    package(
        Build,
        "libxml2",
        "libxml2",
        "libxml2-legacy",
        Shared("libxml2.so.2"),
    ),
    package(
        Build,
        "libgssapi-krb5-2",
        "krb5-libs",
        "krb5",
        Shared("libgssapi_krb5.so.2"),
    ),
    package(Build, "liblz4-1", "lz4-libs", "lz4", Shared("liblz4.so.1")),
    package(Build, "libzstd1", "libzstd", "zstd", Shared("libzstd.so.1")),
    package(
        Build,
        "libreadline8",
        "readline",
        "readline",
        Shared("libreadline.so.8"),
    ),
    // For databases that have the extension uuid-ossp.
    package(
        Build,
        "libossp-uuid16",
        "uuid",
        "ossp-uuid",
        Shared("libossp-uuid.so.16"),
    ),
    package(
        Build,
        "tzdata",
        "tzdata",
        "tzdata",
        Folder("/usr/share/zoneinfo"),
    ),
    package(
        VirtualScreen,
        "xvfb",
        "xorg-x11-server-Xvfb",
        "xorg-server-xvfb",
        Tool("Xvfb"),
    ),
    // A network namespace of a test's own.
    package(Test, "iproute2", "iproute", "iproute2", Tool("ip")),
    package(
        VirtualScreen,
        "dbus",
        "dbus-daemon",
        "dbus",
        Tool("dbus-daemon"),
    ),
    package(
        VirtualScreen,
        "gnome-keyring",
        "gnome-keyring",
        "gnome-keyring",
        Tool("gnome-keyring-daemon"),
    ),
    package(
        VirtualScreen,
        "xdotool",
        "xdotool",
        "xdotool",
        Tool("xdotool"),
    ),
    package(
        VirtualScreen,
        "imagemagick",
        "ImageMagick",
        "imagemagick",
        Tool("import"),
    ),
    package(
        VirtualScreen,
        "fonts-noto-core",
        "google-noto-sans-fonts",
        "noto-fonts",
        Unseen,
    ),
    package(Test, "dbus-x11", "dbus-x11", "dbus", Tool("dbus-launch")),
    package(
        Test,
        "libsecret-tools",
        "libsecret",
        "libsecret",
        Tool("secret-tool"),
    ),
    package(
        Test,
        "webkit2gtk-driver",
        "webkit2gtk4.1",
        "webkit2gtk-4.1",
        Tool("WebKitWebDriver"),
    ),
    package(
        Test,
        "x11-utils",
        "xwininfo",
        "xorg-xwininfo",
        Tool("xwininfo"),
    ),
    package(
        Test,
        "fonts-inter",
        "rsms-inter-fonts",
        "inter-font",
        Unseen,
    ),
    // Reads what lies on the clipboard, and how it is marked.
    package(Test, "xclip", "xclip", "xclip", Tool("xclip")),
    // Unpacks the data folder of an earlier version.
    package(Test, "xz-utils", "xz", "xz", Tool("xz")),
    package(
        Test,
        "postgresql-client",
        "postgresql",
        "postgresql-libs",
        Tool("psql"),
    ),
    // The file systems on which a copy shares its blocks.
    package(
        Thorough,
        "btrfs-progs",
        "btrfs-progs",
        "btrfs-progs",
        Tool("mkfs.btrfs"),
    ),
    package(
        Thorough,
        "xfsprogs",
        "xfsprogs",
        "xfsprogs",
        Tool("mkfs.xfs"),
    ),
    // Java's client is one of those that are tried with the strings that the window gives.
    package(
        Thorough,
        "default-jre-headless",
        "java-latest-openjdk-headless",
        "jre-openjdk-headless",
        Tool("java"),
    ),
    package(
        Thorough,
        "libpostgresql-jdbc-java",
        "postgresql-jdbc",
        "postgresql-jdbc",
        Unseen,
    ),
];
