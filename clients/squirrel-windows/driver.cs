using System;
using System.Linq;
using System.Reflection;
using System.Threading.Tasks;

// Electron starts `Update.exe --checkForUpdate URL` and `--update URL`. The build of Squirrel.Windows for Mono has what
// these do, but obeys `--releasify` alone: this calls it, in the place and by the name of Update.exe, by which Squirrel
// finds the app that it belongs to. Words: the program's path, the method, and what the method takes.
static class Driver {
  static int Main(string[] words) {
    var program = Assembly.LoadFrom(words[0]).GetType("Squirrel.Update.Program");
    var taken = words.Skip(2).Cast<object>().ToArray();
    try {
      var task = (Task) program.GetMethod(words[1]).Invoke(Activator.CreateInstance(program), taken);
      task.Wait();
      var told = task as Task<string>;
      if (told != null) Console.WriteLine(told.Result);
      return 0;
    } catch (Exception error) {
      Console.Error.WriteLine(error);
      return 1;
    }
  }
}
