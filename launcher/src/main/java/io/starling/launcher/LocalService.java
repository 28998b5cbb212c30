package io.starling.launcher;

import io.starling.launcher.service.ServiceProcess;
import java.io.InputStream;

/**
 * Connects the service of this host to the rest of the launcher.
 *
 * @param name of the service
 * @param place what this host is called in the job's output; empty where it is the only one
 */
record LocalService(JobStart.Scene scene, int host, String name, String place)
    implements ServiceProcess.Listener {

  @Override
  public void started(InputStream errors) {
    scene.output().attachService(name, place, errors);
  }

  @Override
  public void ready(String contact) {
    scene.events().add(new Event.ServiceReady(host, contact));
  }

  @Override
  public void failed(String words) {
    scene.events().add(new Event.ServiceFailed(host, words));
  }

  @Override
  public void noted(String words) {
    scene.output().tell(JobOutput.withHost(place, words));
  }

  @Override
  public void ended(int status) {
    scene.events().add(new Event.ServiceEnded(host, status));
  }
}
