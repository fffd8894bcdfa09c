/* The floor of the window's figures: an empty window of the same web view, and nothing else.
 * Prints {"painted_ms":N} after the second frame, from the start of the process, then stays. */
#include <gtk/gtk.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <webkit2/webkit2.h>

static const char *PAGE =
    "<!doctype html><title>loading</title><body>empty<script>"
    "requestAnimationFrame(() => requestAnimationFrame(() => { document.title = 'painted'; }));"
    "</script>";

/* Milliseconds since this process was started, as the kernel counts them. */
static double age(void) {
    char text[1024];
    double uptime = 0;
    unsigned long long start = 0;
    FILE *file = fopen("/proc/uptime", "r");
    if (!file || fscanf(file, "%lf", &uptime) != 1) return -1;
    fclose(file);
    file = fopen("/proc/self/stat", "r");
    if (!file) return -1;
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = 0;
    char *field = strrchr(text, ')');
    for (int i = 2; field && i < 22; i++) field = strchr(field + 1, ' ');
    if (!field || sscanf(field, "%llu", &start) != 1) return -1;
    return 1000 * (uptime - (double)start / (double)sysconf(_SC_CLK_TCK));
}

static void on_title(WebKitWebView *view, GParamSpec *spec, gpointer data) {
    (void)spec;
    (void)data;
    const char *title = webkit_web_view_get_title(view);
    if (title && strcmp(title, "painted") == 0) {
        printf("{\"painted_ms\":%.0f}\n", age());
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    gtk_init(&argc, &argv);
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    gtk_window_set_default_size(GTK_WINDOW(window), 1240, 800);
    g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
    GtkWidget *view = webkit_web_view_new();
    g_signal_connect(view, "notify::title", G_CALLBACK(on_title), NULL);
    gtk_container_add(GTK_CONTAINER(window), view);
    webkit_web_view_load_html(WEBKIT_WEB_VIEW(view), PAGE, NULL);
    gtk_widget_show_all(window);
    gtk_main();
    return 0;
}
